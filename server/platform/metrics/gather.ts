import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, register } from 'prom-client'
import { isAboutMetrics, type Answer, type Counts, type MetricsMessage } from './messages.ts'

const processes = new Gauge({ name: 'lockstep_processes', help: 'How many processes these figures are of' })

/** From now on this process counts, and tells its siblings what. */
export function beginCounting(): void {
  if (register.getSingleMetric('process_cpu_user_seconds_total')) return
  collectDefaultMetrics()
  processes.set(1)
  if (!cluster.isWorker) return
  process.on('message', (message) => {
    if (isAboutMetrics(message) && message.metrics === 'inquire') void report(message.inquiry)
  })
}

/** What this process counts, added to what its siblings under the same supervisor count. */
export async function gatherMetrics(): Promise<string> {
  if (!cluster.isWorker) return register.metrics()
  const [own, others] = await Promise.all([readOwn(), askSiblings()])
  return AggregatorRegistry.aggregate([own, ...others]).metrics()
}

const readOwn = () => register.getMetricsAsJSON() as Promise<Counts>

const tell = (message: MetricsMessage) => void process.send?.(message)

async function report(inquiry: number): Promise<void> {
  tell({ metrics: 'report', inquiry, counts: await readOwn() })
}

let questions = 0

function askSiblings(): Promise<Counts[]> {
  const question = (questions += 1)
  const answered = new Promise<Counts[]>((resolve) => {
    const listen = (message: unknown) => {
      if (!isAboutMetrics(message) || !isAnswerTo(question, message)) return
      process.off('message', listen)
      resolve(message.counts)
    }
    process.on('message', listen)
  })
  tell({ metrics: 'ask', question })
  return answered
}

const isAnswerTo = (question: number, message: MetricsMessage): message is Answer =>
  message.metrics === 'answer' && message.question === question
