import { uploadLimits } from '#contract/bulk.ts'

export const fileEndings = ['.xlsx', '.xls'] as const

export const isExcelName = (name: string): boolean => fileEndings.some((ending) => name.toLowerCase().endsWith(ending))

export const isTooLarge = (bytes: number): boolean => bytes > uploadLimits.bytes

/** Such as "12 KB" or "3.2 MB", rounded up, so that what is beyond a limit doesn't look like the limit. */
export function formatFileSize(bytes: number): string {
  if (bytes < 100_000) return `${Math.ceil(bytes / 1024)} KB`
  return `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`
}

/** The bytes as they are now, so that what was checked is what gets applied even if the file is saved anew. */
export async function copyFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type })
}

/** A random UUID (version 4). `crypto.randomUUID` is missing where the page comes over plain http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, position) => markVersion(byte, position).toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

function markVersion(byte: number, position: number): number {
  if (position === 6) return (byte & 0x0f) | 0x40
  return position === 8 ? (byte & 0x3f) | 0x80 : byte
}
