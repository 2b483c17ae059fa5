import { z } from 'zod'

export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.output<typeof ExportFormat>

/** The answer is a file to save, not JSON. */
export const FileReply = z.string().meta({ format: 'binary', description: 'A file' })
