const lastOf = new Map<string, Promise<unknown>>()

/** Runs the work of one company one after another within this process, so that whoever waits holds no connection. */
export async function inTurn<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(companyId) ?? Promise.resolve()
  const mine = before.then(work, work)
  lastOf.set(companyId, mine)
  try {
    return await mine
  } finally {
    if (lastOf.get(companyId) === mine) lastOf.delete(companyId)
  }
}
