import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ClockCheck from 'lucide-react/icons/clock-check'
import Store from 'lucide-react/icons/store'
import Timer from 'lucide-react/icons/timer'

const stats = [
  { figure: 'Real-time', meaning: 'inventory sync', Icon: ArrowLeftRight },
  { figure: 'Multi-channel', meaning: 'support', Icon: Store },
  { figure: '30 min', meaning: 'auto-sync interval', Icon: Timer },
  { figure: '24/7', meaning: 'automated processing', Icon: ClockCheck },
] as const

export function StatTiles() {
  return (
    <section aria-label="At a glance" className="border-y bg-raised px-4 md:px-8">
      <ul className="mx-auto grid max-w-6xl grid-cols-2 lg:grid-cols-4">
        {stats.map(({ figure, meaning, Icon }) => (
          <li key={figure} className="py-6 pr-3 md:py-8 lg:not-first:border-l lg:not-first:pl-8">
            <Icon aria-hidden className="mb-3 size-5 text-accent" />
            <p>
              <span className="block text-xl font-semibold tracking-tight md:text-2xl">{figure} </span>
              <span className="text-muted">{meaning}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
