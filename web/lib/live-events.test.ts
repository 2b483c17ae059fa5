import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventsPath } from '#contract/events.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { subscribeToLiveEvents } from './live-events.ts'

const onRefused = vi.fn<() => void>()
let queryClient: QueryClient
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.opened = []
  onRefused.mockReset()
  queryClient = new QueryClient()
  queryClient.setQueryData(['jobs', 'latest'], [])
  queryClient.setQueryData(['users', {}], [])
  stop = subscribeToLiveEvents({ queryClient, onRefused })
})

afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const outdated = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map((query) => query.queryKey[0])

it('subscribes to the stream of the contract', () => {
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([eventsPath])
})

it('refetches only the lists of the topic that changed', () => {
  FakeEventSource.latest.accept()
  FakeEventSource.latest.send('jobs')
  expect(outdated()).toEqual(['jobs'])
})

it('refetches a query of several topics for each of them, throttled as one', () => {
  queryClient.getQueryCache().build(queryClient, { queryKey: ['metrics'], meta: { topics: ['orders', 'jobs'] } })
  const refetch = vi.spyOn(queryClient, 'invalidateQueries')
  const refetches = () => refetch.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'metrics')
  FakeEventSource.latest.accept()
  for (const topic of ['users', 'orders', 'jobs', 'orders']) FakeEventSource.latest.send(topic)
  expect(refetches()).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(refetches()).toHaveLength(2)
})

it('combines many events of one topic, so that a refetch can end before the next begins', () => {
  const refetch = vi.spyOn(queryClient, 'invalidateQueries')
  FakeEventSource.latest.accept()
  for (let count = 0; count < 50; count += 1) {
    FakeEventSource.latest.send('jobs')
    vi.advanceTimersByTime(100)
  }
  FakeEventSource.latest.send('users')
  expect(refetch.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'jobs')).toHaveLength(6)
  expect(refetch.mock.lastCall).toEqual([{ queryKey: ['users'] }])
  vi.advanceTimersByTime(10_000)
  expect(refetch.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'jobs')).toHaveLength(6)
})

it('refetches a list that was still loading for the first time, since its answer may be older than the event', async () => {
  const answers: ((rows: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(queryClient, { queryKey: ['orders'], queryFn })
  const unsubscribe = observer.subscribe(() => {})
  FakeEventSource.latest.accept()
  FakeEventSource.latest.send('orders')
  answers[0]?.([])
  await vi.advanceTimersByTimeAsync(1_000)
  answers[1]?.(['new'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(observer.getCurrentResult().data).toEqual(['new'])
  expect(answers).toHaveLength(2)
  unsubscribe()
})

it('refetches nothing when the stream first opens', () => {
  FakeEventSource.latest.accept()
  expect(outdated()).toEqual([])
})

it('refetches everything after a reconnection, since it may have missed something', () => {
  FakeEventSource.latest.accept()
  FakeEventSource.latest.loseConnection()
  expect(onRefused).not.toHaveBeenCalled()
  FakeEventSource.latest.accept()
  expect(outdated()).toEqual(['jobs', 'users'])
})

it('tries again what could not be loaded when the browser is back online', async () => {
  let isOnline = false
  const load = vi.fn<() => Promise<string>>(async () => {
    if (!isOnline) throw new Error('Failed to fetch')
    return 'loaded'
  })
  const observer = new QueryObserver(queryClient, {
    queryKey: ['orders'],
    queryFn: load,
    retry: false,
    networkMode: 'always',
  })
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  isOnline = true
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('loaded'))
  leave()
})

it('reports a refused stream and opens a new one a little later', () => {
  FakeEventSource.latest.refuse()
  expect(onRefused).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(3000)
  expect(FakeEventSource.opened).toHaveLength(2)
  FakeEventSource.latest.accept()
  expect(outdated()).toEqual(['jobs', 'users'])
})

it('opens no stream after unsubscribing', () => {
  FakeEventSource.latest.refuse()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
  expect(FakeEventSource.latest.readyState).toBe(FakeEventSource.CLOSED)
})
