type SemaphoreOptions = {
  atOnce: number
  /** How many may stand in line, and what whoever comes after them is told; by itself anybody waits. */
  queueLimit?: number
  queueFull?: () => Error
}

/** At most `atOnce` run at a time, the others in the order in which they came. */
export function createSemaphore({ atOnce, queueLimit = Infinity, queueFull }: SemaphoreOptions) {
  const queue: (() => void)[] = []
  let running = 0

  async function acquire(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queueFull && queue.length >= queueLimit) throw queueFull()
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** The place goes to the next in line without becoming free in between. */
  function release(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async function withPermit<T>(work: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}

/** The same for each company by itself: none waits for another. */
export function createCompanySemaphores({ atOnce }: Pick<SemaphoreOptions, 'atOnce'>) {
  const companies = new Map<string, { inTurn: ReturnType<typeof createSemaphore>; users: number }>()

  return async function withCompanyPermit<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const company = companies.get(companyId) ?? { inTurn: createSemaphore({ atOnce }), users: 0 }
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
