/** What stays of a match; `$1` and `$2` are the words around the secret that tell what it is. */
interface Shape {
  readonly pattern: RegExp
  readonly instead: string
}

const MASK = '[redacted]'
const whole = (pattern: RegExp): Shape => ({ pattern, instead: MASK })
const after = (pattern: RegExp): Shape => ({ pattern, instead: `$1${MASK}` })
const between = (pattern: RegExp): Shape => ({ pattern, instead: `$1${MASK}$2` })

/**
 * What looks like a secret, whoever it belongs to: kinds with a form of their own, and those only what stands around them
 * gives away. Each runs in linear time: every repetition is bounded or cannot overlap with what follows. Those of a secret's own
 * letters are bounded since V8 keeps each letter it may have to give back, and runs out of room after some megabytes. A quote may be
 * escaped, since JSON in JSON is how logs and exports hold requests.
 */
const SHAPES: readonly Shape[] = [
  // Anthropic, OpenAI, OpenRouter, DeepSeek and the many that took the form over.
  whole(/(?<![\w-])sk-[\w-]{16,99999}/g),
  whole(/(?<!\w)gh[opsur]_\w{20,99999}/g),
  whole(/(?<!\w)github_pat_\w{20,99999}/g),
  whole(/(?<!\w)gl(?:pat|dt|rt|ptt|cbt|soat)-[\w.-]{20,99999}/g),
  whole(/(?<!\w)(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)/g),
  after(/(aws_?secret_?(?:access_?)?key["'\\]{0,4}\s{0,4}[=:]\s{0,4}["'\\]{0,4})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi),
  // Google: API keys, client secrets, access tokens.
  whole(/(?<!\w)AIza[\w-]{35,99999}/g),
  whole(/(?<!\w)GOCSPX-[\w-]{20,99999}/g),
  whole(/(?<!\w)ya29\.[\w-]{20,99999}/g),
  whole(/(?<!\w)xox[abeoprs]-[\w-]{10,99999}/g),
  whole(/(?<!\w)xapp-\d-[\w-]{20,99999}/g),
  after(/(hooks\.slack\.com\/services\/)[\w/]{20,99999}/g),
  // Stripe.
  whole(/(?<!\w)(?:sk|rk)_(?:live|test)_\w{16,99999}/g),
  whole(/(?<!\w)whsec_[\w+/]{20,99999}={0,9}/g),
  whole(/(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/g),
  whole(/(?<!\w)pypi-AgE[\w-]{30,99999}/g),
  whole(/(?<!\w)hf_[A-Za-z0-9]{30,99999}/g),
  // Azure: storage and service-bus keys, client secrets.
  after(/((?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,99999}={0,9}/g),
  whole(/(?<![\w~.-])[\w~.-]{3}8Q~[\w~.-]{31,34}/g),
  // Telegram and Discord bots.
  whole(/(?<!\w)\d{8,10}:AA[\w-]{33}(?![\w-])/g),
  whole(/(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/g),
  after(/(discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/)[\w-]{30,99999}/g),
  whole(/(?<!\w)SG\.[\w-]{16,32}\.[\w-]{30,64}/g),
  // Twilio: keys, and the token whose name alone tells it from a checksum.
  whole(/(?<!\w)SK[0-9a-f]{32}(?!\w)/g),
  after(/(auth_?token["'\\]{0,4}\s{0,4}[=:]\s{0,4}["'\\]{0,4})[0-9a-f]{32}(?!\w)/gi),
  whole(/(?<!\w)dop_v1_[0-9a-f]{64}/g),
  whole(/(?<!\w)eyJ[\w-]{10,99999}\.eyJ[\w-]{10,99999}\.[\w-]{10,99999}/g),
  // Not "Basic understanding": one of its characters is a digit, or it changes case inside.
  after(/(\b(?:[Bb]earer|BEARER|[Bb]asic)\s{1,4})(?=[\w.~+/-]{0,400}(?:\d|[a-z][A-Z]))[\w.~+/-]{12,99999}={0,9}/g),
  whole(
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){1,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  ),
  // A password in an address or a connection string; not a variable in its place.
  between(/(\b[a-zA-Z][\w+.-]{0,20}:\/\/[^\s:/@"'`\\<>${}]{0,100}:)(?![$<{%*])[^\s@/"'`\\<>]{1,200}(@)/g),
  after(/(;\s{0,4}(?:password|pwd)\s{0,4}=\s{0,4})(?![$<{%*;])[^\s;"'\\]{1,200}/gi),
  after(
    /((?:^|[\s"';])(?:host|user|dbname|port)=[^\s"'=;,()\\]{1,100}\s(?:\w{1,20}=[^\s"'=;,()\\]{1,100}\s){0,6}password=)(?![$<{%*])[^\s"'\\]{1,200}/g,
  ),
]

/** Takes whatever looks like a secret out of a text that leaves the conversation: a log line, an audit row, an export, an error. */
export function withoutShapes(text: string): string {
  return SHAPES.reduce((rest, { pattern, instead }) => rest.replaceAll(pattern, instead), text)
}
