/** Fake of the browser's EventSource, which jsdom lacks. Tests send events through it. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []

  readonly url: string
  readyState = 0

  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }

  static get latest(): FakeEventSource {
    const latest = FakeEventSource.opened.at(-1)
    if (!latest) throw new Error('No event stream was opened')
    return latest
  }

  accept() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  send(topic: string) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ topic }) }))
  }

  loseConnection() {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }

  refuse() {
    this.readyState = FakeEventSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }
}
