import { z } from 'zod'

export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.output<typeof ExportFormat>

/** The answer is a file to save, not JSON. */
export const FileReply = z.string().meta({ format: 'binary', description: 'A file' })

/** The answer is a page to look at or to print, not JSON. */
export const PageReply = z.string().meta({ description: 'An HTML page' })
