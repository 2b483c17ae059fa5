import { AppError } from '#contract/errors.ts'

/** Refuses to write over what somebody has changed after the editor had opened it. */
export function assertVersion(
  noun: 'product' | 'SKU' | 'promotion',
  current: { version: number },
  opened: { version: number },
): void {
  if (current.version !== opened.version) {
    throw new AppError('conflict', `Somebody changed this ${noun} since you opened it. Load it again.`)
  }
}
