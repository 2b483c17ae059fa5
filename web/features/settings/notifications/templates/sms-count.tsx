import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { measureSms } from './measure-sms.ts'

/** What a text costs is counted in SMS: a long one goes out as several. */
export function SmsCount({ text }: { text: string }) {
  const { characters, messages, unusual } = measureSms(text)
  return (
    <div className="text-sm text-muted">
      <p aria-live="polite">
        {formatCount(characters, 'character')}, sent as {formatNumber(messages)} SMS
      </p>
      {unusual.length > 0 && (
        <p>Because of {unusual.slice(0, 5).join(' ')} only 70 characters fit into one SMS; without, 160 would.</p>
      )}
    </div>
  )
}
