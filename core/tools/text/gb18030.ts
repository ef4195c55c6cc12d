/**
 * Whether bytes read as GB18030 (also GBK and GB2312) rather than as a western charset. Latin-1 text is often valid
 * GB18030 by accident; then its pairs are a letter with an accent and a plain one, which Chinese text rarely has.
 */
export function isGb18030(bytes: Buffer): boolean {
  let common = 0
  let rare = 0
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) {
      at++
      continue
    }
    const trail = bytes[at + 1]
    // The sample may end inside a character.
    if (trail === undefined) break
    if (lead === 0x80 || lead === 0xff) return false
    if (trail >= 0x30 && trail <= 0x39) {
      if (!isFourByteTail(bytes, at)) return false
      at += 4
      continue
    }
    if (trail < 0x40 || trail === 0x7f || trail === 0xff) return false
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) common++
    else rare++
    at += 2
  }
  return common > rare
}

function isFourByteTail(bytes: Buffer, at: number): boolean {
  const third = bytes[at + 2] ?? 0x81
  const fourth = bytes[at + 3] ?? 0x30
  return third >= 0x81 && third <= 0xfe && fourth >= 0x30 && fourth <= 0x39
}
