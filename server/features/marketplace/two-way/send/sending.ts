import { z } from 'zod'

/** The feed that a marketplace was sent: all that was planned for SKUs up to `until`. Without a handle it is over. */
const Fed = z.object({ marketplaceId: z.string(), until: z.uuid(), handle: z.string().nullable() })
export type Fed = z.output<typeof Fed>

/** How far a run has come with telling Amazon. */
export const Sending = z.object({ fed: Fed.nullable().default(null) })
export type Sending = z.output<typeof Sending>
