// Loaded into a process before its program: its clock goes wrong when whoever started it says so.
let shift = 0
const TrueDate = Date

class ShiftedDate extends TrueDate {
  constructor(...given) {
    super(...(given.length === 0 ? [TrueDate.now() + shift] : given))
  }

  static now() {
    return TrueDate.now() + shift
  }
}

globalThis.Date = ShiftedDate
process.on('message', (message) => {
  if (typeof message?.shiftClock === 'number') shift = message.shiftClock
})
// Only to be told: this must not keep the process from ending.
process.channel?.unref()
