import type { Tx } from '#server/platform/db/client.ts'
import { commitStep, type TwoWaySync, type TwoWayProgress } from '../two-way.ts'
import type { ChangeAnswer } from './answers.ts'
import { recordAnswers } from './record-answers.ts'
import { withRunLock } from './while-running.ts'

type BatchSender<Prepared> = {
  /** What is to be asked next; null when nothing is left. */
  prepare(tx: Tx): Promise<readonly Prepared[] | null>
  ask(prepared: Prepared): Promise<ChangeAnswer[]>
}

/** So many wait for their turn at Amazon together; a crash leaves no more than these to be asked again. */
export const skusPerBatch = 20

/** Asks Amazon some things at a time. What it answered is written down, even when it then fails to answer the rest. */
export async function sendInBatches<Prepared>(
  twoWay: TwoWaySync,
  marketplaceId: string,
  before: TwoWayProgress,
  { prepare, ask }: BatchSender<Prepared>,
): Promise<TwoWayProgress> {
  let progress = before
  for (;;) {
    const prepared = await withRunLock(twoWay, prepare)
    if (!prepared) return progress
    const asked = await Promise.allSettled(prepared.map(ask))
    progress = await commitStep(twoWay, async (tx) => {
      const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      await recordAnswers(tx, twoWay, marketplaceId, answers)
      return progress
    })
    const failure = asked.find((one) => one.status === 'rejected')
    if (failure) throw failure.reason
  }
}
