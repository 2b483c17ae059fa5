import type { TestSystem } from '../harness/system.ts'

/** Where it is looked up what became of everything: the company's own rows, and what those outside have written down. */
export type SystemState = Pick<TestSystem, 'deps' | 'companyId' | 'standIns'>

/** What a client was told: that it is done, that it is not, or nothing that can be relied on. */
export type ClientOutcome = 'ok' | 'refused' | 'unknown'

/** One thing that somebody asked for, and how it ended for them. */
export type Entry<What> = What & { told: ClientOutcome; askedAt: number; toldAt: number; tries: number }

export type History<What> = {
  entries: Entry<What>[]
  /** Asks once and notes the answer; who asks again gives the entry. */
  note(what: What, ask: () => Promise<ClientOutcome>): Promise<ClientOutcome>
}

/** Kept by clients as they go: the only witness that does not ask the product. */
export function openHistory<What extends object>(): History<What> {
  const entries: Entry<What>[] = []
  return {
    entries,
    async note(what, ask) {
      const entry: Entry<What> = { ...what, told: 'unknown', askedAt: Date.now(), toldAt: 0, tries: 1 }
      entries.push(entry)
      entry.told = await ask()
      entry.toldAt = Date.now()
      return entry.told
    },
  }
}
