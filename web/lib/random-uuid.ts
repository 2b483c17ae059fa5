/** A random UUID (version 4). `crypto.randomUUID` is missing on pages served over plain http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, position) => markVersion(byte, position).toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

function markVersion(byte: number, position: number): number {
  if (position === 6) return (byte & 0x0f) | 0x40
  return position === 8 ? (byte & 0x3f) | 0x80 : byte
}
