import { z } from 'zod'

/** The feed that a marketplace was sent: all that was planned for SKUs up to `until`. Without a handle it is over. */
const FeedState = z.object({ marketplaceId: z.string(), until: z.uuid(), handle: z.string().nullable() })
export type FeedState = z.output<typeof FeedState>

/** How far a run has come with telling Amazon. */
export const SendingState = z.object({ fed: FeedState.nullable().default(null) })
export type SendingState = z.output<typeof SendingState>
