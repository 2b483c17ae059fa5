import type { CompanyContext } from '#server/platform/context.ts'

/** After the database was brought back it knows less than it has told: what happened before then is told no second time. */
export const sentBeforeRestore = ({ gate }: Pick<CompanyContext, 'gate'>, happenedAt: Date): string | null =>
  gate.restoredAt && happenedAt < gate.restoredAt ? sentBeforeRestoreMessage : null

const sentBeforeRestoreMessage =
  'The database was brought back since then: this was sent before, or may have been. Send it again if not.'
