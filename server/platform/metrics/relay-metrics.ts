import cluster, { type Worker } from 'node:cluster'

/** A process that does not answer in time is left out. */
const timeoutMs = 1_000

type PendingInquiry = { waiting: Set<number>; counts: ProcessMetrics[]; done(): void }

/**
 * The supervisor's part of collecting metrics: it forwards a question of one child to the other `ready` children and returns their
 * reports. It does not interpret them. Messages: ask → inquire (to each) → report (from each) → answer.
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

/** A child that has just ended is skipped. */
const sendTo = (child: Worker, message: MetricsMessage) => {
  if (child.isConnected()) child.send(message, () => {})
}

/** prom-client's metrics of one process, as JSON. */
export type ProcessMetrics = object[]

/** A web process asks for the metrics of the others and gets all of them in one answer. */
export type MetricsQuestion = { metrics: 'ask'; question: number }

export type MetricsAnswer = { metrics: 'answer'; question: number; counts: ProcessMetrics[] }

/** The supervisor asks each of the others. */
export type MetricsInquiry = { metrics: 'inquire'; inquiry: number }

type MetricsReport = { metrics: 'report'; inquiry: number; counts: ProcessMetrics }

export type MetricsMessage = MetricsQuestion | MetricsAnswer | MetricsInquiry | MetricsReport

/** The same IPC channel carries other messages too. */
export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message
