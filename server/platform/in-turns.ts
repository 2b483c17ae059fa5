type Turns = {
  atOnce: number
  /** How many may stand in line, and what whoever comes after them is told; by itself anybody waits. */
  waiting?: number
  refusal?: () => Error
}

/** At most `atOnce` run at a time, the others in the order in which they came. */
export function createTurns({ atOnce, waiting = Infinity, refusal }: Turns) {
  const line: (() => void)[] = []
  let running = 0

  async function take(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (refusal && line.length >= waiting) throw refusal()
    await new Promise<void>((resolve) => line.push(resolve))
  }

  /** The place goes to the next in line without becoming free in between. */
  function giveBack(): void {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await take()
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
}

/** The same for each company by itself: none waits for another. */
export function createTurnsOfCompanies({ atOnce }: Pick<Turns, 'atOnce'>) {
  const companies = new Map<string, { inTurn: ReturnType<typeof createTurns>; users: number }>()

  return async function inTurnOf<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const company = companies.get(companyId) ?? { inTurn: createTurns({ atOnce }), users: 0 }
    companies.set(companyId, company)
    company.users += 1
    try {
      return await company.inTurn(work)
    } finally {
      company.users -= 1
      if (company.users === 0) companies.delete(companyId)
    }
  }
}
