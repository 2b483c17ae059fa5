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
