import type { ErrorCode } from '../../contract/error-texts.ts'
import type { SkillFinding } from '../../contract/skill-scan.ts'
import { either, only, type Chains } from './chain.ts'

/** Goes up with the rules: a verdict of an older set says less. */
export const RULES_VERSION = 3

/** Something in a text that a person should look at before a skill is used. */
export interface Rule {
  readonly id: string
  readonly code: Extract<ErrorCode, `skill.scan_${string}`>
  readonly severity: SkillFinding['severity']
  /** Gaps within a link are bounded: texts are untrusted, and none may cost more than its length. */
  readonly chains: Chains
  /** Where this matches as well the line is no finding, or a mild one. */
  readonly unless?: RegExp
  /** What it is then; undefined: nothing. */
  readonly else?: 'warn'
}

/** Installers that very many people run this way, and lines that talk about such a command. */
const KNOWN_INSTALLERS = new RegExp(
  [
    String.raw`https:\/\/(?:[\w.-]+\.)?(?:astral\.sh|bun\.(?:sh|com)|rustup\.rs|deno\.land|get\.docker\.com|get\.pnpm\.io|install\.python-poetry\.org|foundry\.paradigm\.xyz|github\.com|raw\.githubusercontent\.com|fly\.io|mise\.run|get\.volta\.sh|deb\.nodesource\.com|dl\.google\.com|ollama\.com|claude\.ai|cursor\.com|nixos\.org|install\.determinate\.systems|fnm\.vercel\.app|dl\.cloudsmith\.io|example\.(?:com|org))(?![\w.-])`,
    String.raw`^\s*(?:#|\/\/|\*)`,
    String.raw`\b(?:injection|attackers?|dumps all|exfiltrat\w+|false sense)\b`,
  ].join('|'),
  'i',
)

const FETCH = String.raw`\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|fetch)\b`
const SHELL = String.raw`(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+)?(?:(?:\/usr)?\/bin\/)?(?:ba|z|da|k)?sh\b|(?:python[\d.]*|node|perl|ruby|php|osascript|iex|invoke-expression)\b`
const SECRETS = String.raw`(?:\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|\.netrc|\.npmrc|\.env\b|\bprintenv\b|\benv\s*\||\$\(env\)|process\.env\b(?!\.)|os\.environ\b(?!\[|\.get)|keychain|Login Data|\.gnupg|credentials(?:\.json)?\b|\/etc\/(?:passwd|shadow)|wallet\.dat)`
const SENDS: readonly (readonly string[])[] = [
  [String.raw`\bcurl\b`, String.raw`\s(?:-d|-F|-T|--data\S*|--form|--upload-file|-X\s*POST)`],
  [String.raw`\bwget\b`, '--post'],
  ['invoke-(?:webrequest|restmethod)', 'post'],
  [String.raw`requests\.(?:post|put)|\burlopen\(|axios\.post|\bfetch\([^)]{0,300}POST|\bnc\s+(?:-\w+\s+)*[\w.-]+\s+\d+|\bscp\b`],
]
const DROPS = String.raw`(?:webhook\.site|requestbin|pipedream\.net|ngrok(?:-free)?\.(?:io|app)|oast\.\w+|interact\.sh|burpcollaborator|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|transfer\.sh|0x0\.st|pastebin\.com\/(?:api|raw)|hastebin|termbin)`
const QUOTED =
  /["'`“”‘’「」«»*|>]|\b(?:e\.?g|such as|example|detect|attack\w*|inject|pattern|payload|malicious|prevent|avoid|never|phrases?)\b/i

/** Talk about such a host, with no command in it. */
const PROSE = /^[^`$]*\b(?:e\.?g|such as|for example|detect|attackers?|malicious|avoid|never)\b[^`$]*$/i

/** Read line by line; the first one that matches a line speaks for its family. */
export const rules: readonly Rule[] = [
  {
    id: 'remote-code.encoded',
    code: 'skill.scan_remote_code',
    severity: 'critical',
    chains: either(
      [String.raw`base64\s+(?:-d|-D|--decode)`, String.raw`\|\s*(?:${SHELL})`],
      String.raw`(?:eval|exec)\s*(?:\(\s*)?(?:base64\.b64decode|atob|Buffer\.from\([^)]{0,300}base64|zlib\.decompress|bytes\.fromhex|codecs\.decode)`,
      ['powershell', String.raw`\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{40}`],
    ),
  },
  {
    id: 'remote-code.piped',
    code: 'skill.scan_remote_code',
    severity: 'critical',
    chains: either(
      String.raw`${FETCH}[^\n|]{0,400}\|(?:[^\n|]{0,400}\|)?\s*(?:${SHELL})`,
      String.raw`(?:ba|z)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)`,
      String.raw`\b(?:eval|source)\s+["']?(?:<\(|\$\()\s*(?:curl|wget)`,
      String.raw`\b(?:eval|exec)\s*\(\s*(?:await\s+)?(?:requests\.get|urllib|urlopen|fetch|axios)`,
      String.raw`iex\s*(?:\(\s*)?\(?(?:new-object\s+net\.webclient|iwr|irm|invoke-webrequest)`,
      [
        String.raw`(?:curl|wget)\b`,
        String.raw`(?:-o|-O|>)\s*(?:\/tmp\/\S|\S{1,200}\.(?:sh|py|exe))`,
        '&&|;',
        String.raw`(?:chmod\s+\+?[0-7x]+|bash|sh|python\d?)\s`,
      ],
    ),
    unless: KNOWN_INSTALLERS,
    else: 'warn',
  },
  {
    id: 'exfiltration.secrets',
    code: 'skill.scan_exfiltration',
    severity: 'critical',
    chains: either(...SENDS.map((send) => [...send, SECRETS]), ...SENDS.map((send) => [SECRETS, ...send]), [
      SECRETS,
      String.raw`\|\s*(?:curl|nc|wget)\b`,
    ]),
  },
  {
    id: 'exfiltration.drop',
    code: 'skill.scan_exfiltration',
    severity: 'critical',
    chains: either(
      ...SENDS.map((send) => [...send, DROPS]),
      [
        String.raw`(?:curl|wget|nc|requests|fetch|axios|POST|send|upload|webhook)\b`,
        String.raw`https?:\/\/[^\s"']{0,300}(?:webhook\.site|requestbin|oast\.|interact\.sh|burpcollaborator)`,
      ],
      ...SENDS.map((send) => [...send, String.raw`https?:\/\/(?!127\.|10\.|192\.168\.|0\.0\.0\.0|172\.)\d{1,3}(?:\.\d{1,3}){3}`]),
    ),
    unless: PROSE,
    else: 'warn',
  },
  {
    id: 'injection.override',
    code: 'skill.scan_injection',
    severity: 'critical',
    chains: either(
      String.raw`\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+)?(?:previous|prior|above|earlier|preceding|existing|system|safety)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?)`,
      String.raw`(?:忽略|无视|忘记)(?:之前|以上|上面|先前|所有|全部|一切)[^\n。]{0,12}(?:指令|指示|提示|规则|要求)`,
      String.raw`<\|im_start\|>|<\|system\|>|\[INST\]|<<SYS>>`,
      String.raw`\byou are now\s+(?:DAN\b|in\s+(?:developer|god|jailbreak)\s+mode|unrestricted)`,
    ),
    unless: QUOTED,
    else: 'warn',
  },
  {
    id: 'injection.secrecy',
    code: 'skill.scan_injection',
    severity: 'critical',
    chains: either(
      String.raw`\b(?:do\s+not|don'?t|never)\s+(?:tell|inform|alert|notify|reveal\s+(?:this\s+)?to|mention\s+(?:this\s+|it\s+)?to|show\s+(?:this\s+)?to)\s+(?:the\s+)?(?:user|human|person)\b`,
      String.raw`\b(?:hide|conceal)\s+(?:this|it|the\s+\w+)\s+from\s+(?:the\s+)?(?:user|human)`,
      String.raw`(?:不要|不得|切勿|别)(?:告诉|通知|提醒|让)(?:用户|使用者)`,
    ),
    unless: QUOTED,
    else: 'warn',
  },
  {
    id: 'injection.disclose',
    code: 'skill.scan_injection',
    severity: 'critical',
    chains: either(
      String.raw`\b(?:echo|print|repeat|include|reveal|output|return|show)\b[^.\n]{0,60}\b(?:authorization header|(?:api|private) keys?|(?:access|bearer|session) tokens?|credentials|passwords?)\b[^.\n]{0,40}\bin (?:your|the) (?:next |final )?(?:response|reply|answer|message)\b`,
      String.raw`\bretry\b[^.\n]{0,40}\b(?:indefinitely|forever|until)\b[^.\n]{0,60}\b(?:api keys?|tokens?|secrets?|passwords?|credentials)\b`,
    ),
  },
  {
    id: 'remote-code.embedded',
    code: 'skill.scan_remote_code',
    severity: 'critical',
    // A program as a value: whoever reads the settings runs it.
    chains: only(
      /["']\s*:\s*"[^"\n]*(?:require\(\\?["']child_process\\?["']\)|__import__\(\\?["'](?:os|subprocess)\\?["']\))\s*\.\s*(?:exec|spawn|system|popen|run)/i,
    ),
  },
  {
    id: 'persistence.keys',
    code: 'skill.scan_persistence',
    severity: 'critical',
    chains: only(/(?:>>?|tee(?:\s+-a)?)\s*["']?(?:~|\$HOME|\/root|\/home\/\w+)\/\.ssh\/authorized_keys/i),
  },
  {
    id: 'persistence.start',
    code: 'skill.scan_persistence',
    severity: 'warn',
    chains: either(
      String.raw`(?:>>?|tee(?:\s+-a)?)\s*["']?(?:~|\$HOME)\/\.(?:bash|zsh|profile|zprofile)\w*|\bcrontab\s+-(?!l)|\blaunchctl\s+(?:load|bootstrap)|LaunchAgents\/`,
      [String.raw`\bschtasks\b`, String.raw`\/create`],
      String.raw`(?:>>?|tee)\s*["']?\S{0,200}\.(?:git\/hooks\/|(?:claude|mewcode)\/settings)`,
      [String.raw`cp\b`, String.raw`\.git\/hooks\/`],
    ),
  },
  {
    id: 'write.destroy',
    code: 'skill.scan_write_outside',
    severity: 'critical',
    chains: only(/\brm\s+-(?:rf|fr)\s+(?:--no-preserve-root\s+)?["']?(?:\/|(?:~|\$HOME|\$\{HOME\})\/?)\*?["']?\s*(?:$|[;&|])/i),
    unless: QUOTED,
    else: 'warn',
  },
  {
    id: 'write.outside',
    code: 'skill.scan_write_outside',
    severity: 'warn',
    chains: only(
      /(?:>>?|tee(?:\s+-a)?)\s*["']?\/(?:etc|usr|bin|sbin|var|opt|Library|System)\/\w|open\(\s*["']\/(?:etc|usr|bin|opt)\/[^"']*["']\s*,\s*["'][wa]/,
    ),
  },
  {
    id: 'credentials',
    code: 'skill.scan_credentials',
    severity: 'warn',
    chains: only(
      /~\/\.ssh\/(?:id_|config)|~\/\.aws\/credentials|Library\/Keychains|security\s+find-(?:generic|internet)-password|Login Data|\/etc\/shadow|169\.254\.169\.254|metadata\.google\.internal|wallet\.dat/i,
    ),
  },
  {
    id: 'encoded',
    code: 'skill.scan_encoded',
    severity: 'warn',
    chains: only(/(?<![A-Za-z0-9+/=])(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[a-z])(?=[A-Za-z0-9+/]*\d)[A-Za-z0-9+/]{200,}={0,2}/),
    unless: /data:(?:image|font|application\/font)[^;]*;base64|"integrity"|sha\d{3}-/,
  },
  {
    id: 'hidden.tags',
    code: 'skill.scan_hidden',
    severity: 'critical',
    chains: only(/(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]/u),
  },
  { id: 'hidden.bidi', code: 'skill.scan_hidden', severity: 'critical', chains: only(/[\u202a-\u202e\u2066-\u2069]/) },
  {
    id: 'hidden.zero-width',
    code: 'skill.scan_hidden',
    severity: 'warn',
    chains: only(/[A-Za-z](?:\u200b|\u200c|\u200d|\u2060|\ufeff)+[A-Za-z]|[\u200b\u2060]{3,}/),
  },
]
