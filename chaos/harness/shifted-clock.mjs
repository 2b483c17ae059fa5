// Preloaded with `--import`: shifts the clock of the process when its parent sends { shiftClock: milliseconds }.
let shift = 0
const TrueDate = Date

class ShiftedDate extends TrueDate {
  constructor(...args) {
    super(...(args.length === 0 ? [TrueDate.now() + shift] : args))
  }

  static now() {
    return TrueDate.now() + shift
  }
}

globalThis.Date = ShiftedDate
process.on('message', (message) => {
  if (typeof message?.shiftClock === 'number') shift = message.shiftClock
})
// The open channel to the parent must not keep the process alive.
process.channel?.unref()
