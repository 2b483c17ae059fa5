import cluster, { type Worker } from 'node:cluster'

/** Whoever is too busy to answer is left out. */
const timeoutMs = 1_000

type PendingInquiry = { waiting: Set<number>; counts: ProcessMetrics[]; done(): void }

/**
 * The supervisor's part: it passes a question on to those who are `ready`, and the answers back. What they mean is for its
 * children to know.
 */
export function relayMetrics(ready: ReadonlySet<Worker>): void {
  const pending = new Map<number, PendingInquiry>()
  let inquiries = 0

  const inquire = (asker: Worker, question: number) => {
    const others = [...ready].filter((child) => child !== asker && child.isConnected())
    const inquiry = (inquiries += 1)
    const counts: ProcessMetrics[] = []
    const done = () => {
      clearTimeout(timer)
      if (pending.delete(inquiry)) sendTo(asker, { metrics: 'answer', question, counts })
    }
    const timer = setTimeout(done, timeoutMs)
    pending.set(inquiry, { waiting: new Set(others.map(({ id }) => id)), counts, done })
    for (const other of others) sendTo(other, { metrics: 'inquire', inquiry })
    if (others.length === 0) done()
  }

  const receiveReport = (child: Worker, { inquiry, counts }: MetricsReport) => {
    const one = pending.get(inquiry)
    if (!one?.waiting.delete(child.id)) return
    one.counts.push(counts)
    if (one.waiting.size === 0) one.done()
  }

  cluster.on('message', (child, message: unknown) => {
    if (!isMetricsMessage(message)) return
    if (message.metrics === 'ask') inquire(child, message.question)
    if (message.metrics === 'report') receiveReport(child, message)
  })
}

/** One that has just ended hears nothing, and waits for nothing either. */
const sendTo = (child: Worker, message: MetricsMessage) => {
  if (child.isConnected()) child.send(message, () => {})
}

/** What prom-client counts in one process, as it goes from process to process. */
export type ProcessMetrics = object[]

/** A web process asks for what the others count, and gets it all at once. */
export type MetricsQuestion = { metrics: 'ask'; question: number }

export type MetricsAnswer = { metrics: 'answer'; question: number; counts: ProcessMetrics[] }

/** Each of the others is asked by the supervisor. */
export type MetricsInquiry = { metrics: 'inquire'; inquiry: number }

type MetricsReport = { metrics: 'report'; inquiry: number; counts: ProcessMetrics }

export type MetricsMessage = MetricsQuestion | MetricsAnswer | MetricsInquiry | MetricsReport

/** Other things are said on the same channel. */
export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message
