import type { CompanyContext } from '#server/platform/context.ts'

/** The same, at another time. */
export const contextAt = (ctx: CompanyContext, moment: Date): CompanyContext => ({
  ...ctx,
  clock: { now: () => moment },
})
