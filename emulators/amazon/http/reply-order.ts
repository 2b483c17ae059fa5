/** Lets an answer wait until another has gone out. */
export function createReplyOrder() {
  let waiting: (() => void)[] = []
  return {
    next: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    note: () => {
      for (const release of waiting.splice(0)) release()
    },
  }
}
