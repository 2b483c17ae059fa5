/** What a killed process would have done next never happens. */
class Killed extends Error {
  constructor() {
    super('This process has been killed')
    this.name = 'Killed'
  }
}

/** At which of its awaits a process dies; `hasActed`: once what it awaits has happened, and before it hears of it. */
export type Death = { at: number; hasActed: boolean }

/** For a process that is only watched. */
export const never: Death = { at: Infinity, hasActed: false }

export type Mortality = ReturnType<typeof createMortality>

/** A life that may end at any await. Whatever is awaited by the process goes through `step`. */
export function createMortality(death: Death | null) {
  const awaits: string[] = []
  const endings: (() => void)[] = []
  let isDead = false

  const die = () => {
    isDead = true
    for (const end of endings) end()
    return new Killed()
  }

  return {
    /** What has been awaited so far, in order. */
    awaits,
    isOver: () => isDead,
    onDeath: (end: () => void) => void endings.push(end),
    async step<T>(what: string, act: () => Promise<T>): Promise<T> {
      if (isDead) throw new Killed()
      awaits.push(what)
      const isLast = death?.at === awaits.length
      if (isLast && !death.hasActed) throw die()
      const [outcome] = await Promise.allSettled([act()])
      // A dead process hears of nothing, neither of what it did nor of what failed.
      if (isLast) throw die()
      if (isDead) throw new Killed()
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
  }
}
