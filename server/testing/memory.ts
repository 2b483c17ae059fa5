/** The growth of the process's memory (RSS) while `work` runs, in megabytes. */
export async function memoryGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 10)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return (Math.max(highest, process.memoryUsage.rss()) - before) / 1024 / 1024
}
