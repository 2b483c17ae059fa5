import { uploadLimits } from '#contract/bulk.ts'

export const fileEndings = ['.xlsx', '.xls'] as const

export const isExcelName = (name: string): boolean => fileEndings.some((ending) => name.toLowerCase().endsWith(ending))

export const isTooLarge = (bytes: number): boolean => bytes > uploadLimits.bytes

/** "12 KB", "3.2 MB". Rounded up, so that a file just over the limit does not show the limit itself. */
export function formatFileSize(bytes: number): string {
  if (bytes < 100_000) return `${Math.ceil(bytes / 1024)} KB`
  return `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`
}

/** Copies the bytes, so that the checked bytes are the applied ones even if the file on disk is saved again. */
export async function copyFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type })
}

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
