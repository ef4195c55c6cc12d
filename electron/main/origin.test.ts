import { expect, it } from 'vitest'
import { externalAddress, isOwnPage, shownAddress } from './origin.ts'

const long = 'a'.repeat(8_200)

/** What a page may ask for, and what is offered to the system: the same, written plainly, or nothing. */
const ADDRESSES: readonly (readonly [string, string | undefined])[] = [
  ['https://example.com', 'https://example.com/'],
  ['http://example.com/a?b=c#d', 'http://example.com/a?b=c#d'],
  ['HTTPS://EXAMPLE.COM/Path', 'https://example.com/Path'],
  ['  https://example.com/ ', 'https://example.com/'],
  ['https://example.com:8443/x', 'https://example.com:8443/x'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000/'],
  ['http://[::1]:3000/', 'http://[::1]:3000/'],
  ['https://例子.测试/文', 'https://xn--fsqu00a.xn--0zwm56d/%E6%96%87'],
  // A Cyrillic letter that looks like a Latin one is shown as what it is.
  ['https://exаmple.com/', 'https://xn--exmple-4nf.com/'],
  ['https://example.com/\u202etxt.exe', 'https://example.com/%E2%80%AEtxt.exe'],
  ['https://example.com/a\nb\tc', 'https://example.com/abc'],
  ['https://example.com/\u0000a', 'https://example.com/%00a'],
  ['https:\\\\example.com\\a', 'https://example.com/a'],
  ['https:example.com', 'https://example.com/'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['MAILTO:a@example.com?subject=Hi&body=There&cc=b@example.com', 'mailto:a@example.com?subject=Hi&body=There&cc=b@example.com'],
  ['mailto:a@example.com?attach=/etc/passwd', undefined],
  ['mailto:a@example.com?Attachment=C:%5Csecret.txt', undefined],
  ['https://user:secret@example.com/', undefined],
  ['https://bank.example@evil.example/', undefined],
  ['http://:secret@example.com/', undefined],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['\u0001javascript:alert(1)', undefined],
  ['data:text/html,<script>1</script>', undefined],
  ['blob:https://example.com/1', undefined],
  ['file:///etc/passwd', undefined],
  ['file://server/share/x.exe', undefined],
  ['\\\\server\\share\\x.exe', undefined],
  ['//example.com/x', undefined],
  ['C:\\Windows\\System32\\calc.exe', undefined],
  ['smb://server/share', undefined],
  ['ftp://example.com/x', undefined],
  ['ssh://example.com', undefined],
  ['vscode://file/etc/passwd', undefined],
  ['ms-msdt:/id PCWDiagnostic', undefined],
  ['search-ms:query=x&crumb=location:\\\\evil.example', undefined],
  ['mewcode://open?path=/', undefined],
  ['mewcode-app://app/', undefined],
  ['chrome://settings', undefined],
  ['about:blank', undefined],
  ['view-source:https://example.com/', undefined],
  ['tel:+123', undefined],
  ['x-apple.systempreferences:', undefined],
  ['', undefined],
  ['not an address', undefined],
  ['https://', undefined],
  [`https://${'a.'.repeat(126)}b/`, `https://${'a.'.repeat(126)}b/`],
  [`https://${'a.'.repeat(126)}bc/`, undefined],
  [`https://example.com/${long}`, undefined],
  // Longer than it looks: each sign is nine once it is written for the wire.
  [`https://example.com/${'文'.repeat(1_000)}`, undefined],
  [`mailto:a@example.com?body=${long}`, undefined],
]

it.each(ADDRESSES)('%j leaves as %j', (address, leaves) => {
  expect(externalAddress(address)).toBe(leaves)
})

it('a long address is shown without its middle, and with its host whole', () => {
  const host = `https://${'a.'.repeat(120)}evil.example:65535/`
  const long = `${host}${'bank.example/'.repeat(600)}?end=1`
  const shown = shownAddress(long)
  expect([shown.startsWith(host), shown.includes(' … '), shown.endsWith('?end=1'), shown.length <= 503]).toEqual([true, true, true, true])
  const short = `${host}${'x'.repeat(500 - host.length)}`
  expect([short.length, shownAddress(short)]).toEqual([500, short])
})

it('only the page’s own address is ours, by its parts and not by its beginning', () => {
  const addresses = [
    'mewcode-app://app/',
    'mewcode-app://app/a',
    'mewcode-app://app.evil/',
    'mewcode-app://app@evil/',
    'mewcode-app://x@app/',
    'mewcode-app://app:1/',
    'mewcode://app/',
    'https://app/',
    undefined,
    '',
  ]
  expect(addresses.filter(isOwnPage)).toEqual(['mewcode-app://app/', 'mewcode-app://app/a'])
})
