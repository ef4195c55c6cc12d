const random = 'q7Zt2Xw9Lk4Rb6Vn8Mj3Hg5Fd1Sa0Pe7Yu2Ti9Ow4Cx6Qz8Bn3Vm5Lk1'
const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export interface PlantedSecret {
  readonly kind: string
  /** The line as it stands in a file. */
  readonly line: string
  /** What must be found nowhere. */
  readonly secret: string
}

const plain = (kind: string, secret: string): PlantedSecret => ({ kind, line: `key: ${secret}`, secret })
const inLine = (kind: string, before: string, secret: string, end = ''): PlantedSecret => ({
  kind,
  line: `${before}${secret}${end}`,
  secret,
})
/** Put together here, so that nobody's scanner takes this file for a leak. */
const joined = (...parts: readonly string[]): string => parts.join('')

/** One made-up secret of each kind. */
export const plantedSecrets: readonly PlantedSecret[] = [
  plain('Anthropic', joined('sk-', 'ant-api03-', random.slice(0, 40), '-AA')),
  plain('OpenAI', joined('sk-', 'proj-', random.slice(0, 48))),
  plain('GitHub personal', joined('gh', 'p_', random.slice(0, 36))),
  plain('GitHub fine-grained', joined('github', '_pat_', random.slice(0, 22), '_', random)),
  plain('GitHub app', joined('gh', 's_', random.slice(0, 36))),
  plain('GitHub OAuth', joined('gh', 'o_', random.slice(0, 36))),
  plain('GitLab', joined('gl', 'pat-', random.slice(0, 20))),
  plain('AWS access key', joined('AK', 'IA', 'Q7ZT2XW9LK4RB6VN')),
  inLine('AWS secret key', 'aws_secret_access_key = ', `${random.slice(0, 20)}/+${random.slice(20, 38)}`),
  inLine('AWS secret key in JSON', '"SecretAccessKey": "x", "aws_secret_access_key": "', random.slice(0, 40), '"'),
  plain('Google API', joined('AI', 'za', random.slice(0, 35))),
  plain('Google client secret', joined('GOC', 'SPX-', random.slice(0, 28))),
  plain('Slack bot', joined('xo', 'xb-', '123456789012-123456789012-', random.slice(0, 24))),
  inLine('Slack webhook', 'https://hooks.slack.com/services/', joined('T0123456A/', 'B0123456B/', random.slice(0, 24))),
  plain('Stripe', joined('sk', '_live_', random.slice(0, 24))),
  plain('npm', joined('np', 'm_', random.slice(0, 36))),
  plain('PyPI', joined('pyp', 'i-AgEIcHlwaS5vcmc', random)),
  plain('JWT', joined('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0.', random.slice(0, 43))),
  inLine('bearer token', 'Authorization: Bearer ', random.slice(0, 32)),
  inLine('basic authorization', 'Authorization: Basic ', Buffer.from(`me:${random.slice(0, 20)}`).toString('base64')),
  {
    kind: 'private key',
    line: joined('-----BEGIN RSA ', 'PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n', random, '\n-----END RSA PRIVATE KEY-----'),
    secret: random,
  },
  inLine('Azure storage', 'AccountName=me;AccountKey=', `${random}${random.slice(0, 28)}==`, ';EndpointSuffix=core.windows.net'),
  plain('Azure client secret', joined('abc', '8Q', '~', random.slice(0, 34))),
  plain('Hugging Face', joined('h', 'f_', random.slice(0, 34))),
  plain('Telegram bot', joined('123456789', ':AA', random.slice(0, 33))),
  plain('Discord bot', joined('MTIzNDU2Nzg5MDEyMzQ1Njc4', '.GaBcDe.', random.slice(0, 38))),
  plain('SendGrid', joined('SG', '.', random.slice(0, 22), '.', random.slice(0, 43))),
  plain('Twilio key', joined('S', 'K', hex.slice(0, 32))),
  inLine('Twilio token', 'TWILIO_AUTH_TOKEN=', hex.slice(0, 32)),
  plain('DigitalOcean', joined('dop', '_v1_', hex)),
  inLine('address with a password', 'https://me:', 'hunter2-Tr0ub4dor', '@example.com/repo.git'),
  inLine('connection string', 'Server=db;Database=shop;User Id=sa;Password=', 'Tr0ub4dor&3', ';Encrypt=true'),
  inLine('libpq string', 'host=db port=5432 user=me dbname=shop password=', 'Tr0ub4dor&3'),
]
