import { setTimeout as sleep } from 'node:timers/promises'

/** The server takes 1,200 calls a minute from one address, whenever it begins to count, and a round makes two. */
const roundsPerMinute = 590
const begun: number[] = []

/** Waits until another round may begin. */
export async function paced(): Promise<void> {
  const before = begun.length === roundsPerMinute ? begun.shift() : undefined
  if (before !== undefined) await sleep(Math.max(0, before + 60_500 - Date.now()))
  begun.push(Date.now())
}
