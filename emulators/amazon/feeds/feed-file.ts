import { z } from 'zod'
import type { StoredDocument } from '../documents/document.ts'
import { listingData } from '../listings/view-listing.ts'

const mostMessages = 25_000

const FeedFile = z.object({
  header: z.object({
    sellerId: z.string(),
    version: z.literal('2.0'),
    issueLocale: z.string().optional(),
    report: z
      .object({ includedData: z.array(z.enum(listingData)).min(1), apiVersion: z.literal('2021-08-01') })
      .optional(),
  }),
  messages: z.array(z.unknown()).min(1).max(mostMessages),
})
export type FeedFile = z.output<typeof FeedFile>

/** The file of a feed, or why nothing of it can be worked on at all. */
export function readFeedFile(document: StoredDocument | undefined, sellerId: string): FeedFile | string {
  if (!document || document.content === null) return 'The feed document was never uploaded.'
  if (!/^application\/json\s*;\s*charset=utf-8$/i.test(document.contentType)) {
    return 'The content type of the feed must be application/json; charset=UTF-8.'
  }
  const file = FeedFile.safeParse(parseJson(document.content))
  if (!file.success) return `The feed does not follow its schema: ${firstReason(file.error)}.`
  return file.data.header.sellerId === sellerId ? file.data : 'The feed is of another selling partner.'
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

export function firstReason({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? ''
  return path === '' ? (issue?.message ?? '') : `${path}: ${issue?.message}`
}
