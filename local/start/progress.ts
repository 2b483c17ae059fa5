/** Says what we are waiting for once it takes longer than a second. */
export async function showIfSlow<T>(words: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => console.log(`${words}…`), 1_000)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
