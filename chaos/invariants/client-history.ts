import type { TestSystem } from '../harness/system.ts'

/** What invariants compare with the clients' histories: the company's rows and the state of the emulators. */
export type SystemState = Pick<TestSystem, 'deps' | 'companyId' | 'emulators'>

/** What a client knows of its request: done, not done, or no reliable answer (it may or may not have been done). */
export type ClientOutcome = 'ok' | 'refused' | 'unknown'

/** One operation of a client with its outcome. */
export type HistoryEntry<What> = What & { outcome: ClientOutcome; startedAt: number; endedAt: number; tries: number }

export type History<What> = {
  entries: HistoryEntry<What>[]
  /** Runs the operation and records its outcome. */
  record(what: What, run: () => Promise<ClientOutcome>): Promise<ClientOutcome>
}

/** What clients did and were answered: evidence that does not depend on the product. */
export function createHistory<What extends object>(): History<What> {
  const entries: HistoryEntry<What>[] = []
  return {
    entries,
    async record(what, run) {
      const entry: HistoryEntry<What> = { ...what, outcome: 'unknown', startedAt: Date.now(), endedAt: 0, tries: 1 }
      entries.push(entry)
      entry.outcome = await run()
      entry.endedAt = Date.now()
      return entry.outcome
    },
  }
}
