import { formatNumber } from '#web/lib/format-number.ts'
import { uploadLimits } from '#contract/bulk.ts'

export const fileEndings = ['.xlsx', '.xls', '.csv'] as const

export const hasFileEnding = (name: string): boolean =>
  fileEndings.some((ending) => name.toLowerCase().endsWith(ending))

export const isTooLarge = (bytes: number): boolean => bytes > uploadLimits.bytes

/** "12 KB", "3.2 MB". Rounded up, so that a file just over the limit does not show the limit itself. */
export function formatFileSize(bytes: number): string {
  if (bytes < 100_000) return `${formatNumber(Math.ceil(bytes / 1024))} KB`
  return `${formatNumber(Math.ceil((bytes / 1024 / 1024) * 10) / 10)} MB`
}

/** Copies the bytes, so that the checked bytes are the applied ones even if the file on disk is saved again. */
export async function copyFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type })
}
