import type { Timing } from './timing.ts'

export type MetaSettings = {
  /** Leads somewhere else than to Meta when given. */
  graphUrl: string | undefined
  /** Of our application at Meta: it signs what Meta sends, and proves that it is us who hold a token. */
  appSecret: string | undefined
  /** Our own version, for Meta's logs. */
  version: string
  fetch: typeof fetch
  timing?: Timing
}
