import { z } from 'zod'

/** Twilio tells times as mail does: `Wed, 18 Aug 2027 20:01:40 +0000`. */
const moment = z.string().transform((text, issue) => {
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  issue.addIssue('is no time')
  return z.NEVER
})

export const SentText = z.object({ sid: z.string().min(1) })

export const TextPage = z.object({
  messages: z.array(z.object({ sid: z.string().min(1), body: z.string(), date_created: moment })),
  next_page_uri: z.string().nullable().default(null),
})

export type TextPage = z.output<typeof TextPage>

export const Problem = z.object({ code: z.number() })
