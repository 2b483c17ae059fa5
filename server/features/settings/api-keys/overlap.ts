import type { CompanyContext } from '#server/platform/context.ts'

const hour = 3_600_000

/** Until when what is replaced now stays good. */
export const overlapEnd = ({ clock }: Pick<CompanyContext, 'clock'>, hours: number): Date =>
  new Date(clock.now().getTime() + hours * hour)
