import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ClockCheck from 'lucide-react/icons/clock-check'
import Store from 'lucide-react/icons/store'
import Timer from 'lucide-react/icons/timer'
import { signInPath } from '#contract/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { featuresId } from './landing-section.tsx'
import { dashboardPicture, ProductPicture } from './product-picture.tsx'
import { StockBoard } from './stock-board.tsx'

export function Hero() {
  return (
    <div className="relative overflow-hidden px-4 pt-12 pb-16 md:px-8 md:pt-20 md:pb-24">
      <div aria-hidden className="graph-paper absolute inset-0" />
      <div className="relative mx-auto grid max-w-6xl items-center gap-12 lg:grid-cols-[1fr_1.05fr] lg:gap-16">
        <div>
          <p className="font-medium text-accent">Enterprise inventory and order management</p>
          <h1 className="mt-4 text-4xl font-semibold tracking-tight text-balance md:text-5xl">
            <span className="block">One count. </span>
            Every channel in step.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
            Lockstep keeps your inventory in step with Amazon’s fulfilment network, takes in orders from your websites
            and Meta Shops, and ships them through Amazon Multi-Channel Fulfilment.
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <LinkButton variant="primary" size="large" href={signInPath}>
              Admin Dashboard Access
              <ArrowRight aria-hidden />
            </LinkButton>
            <Button size="large" onClick={() => scrollToSection(featuresId)}>
              Explore Features
            </Button>
          </div>
          <p className="mt-5 text-sm text-muted">Accounts are created by our team. There is no self sign-up.</p>
        </div>
        <StockBoard />
      </div>
      <div className="relative mx-auto mt-12 max-w-6xl md:mt-20">
        <ProductPicture picture={dashboardPicture} isFirst />
      </div>
    </div>
  )
}

/** Scrolls to a section and focuses its heading, so that keyboard and screen reader users continue there too. */
function scrollToSection(id: string) {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  document.getElementById(`${id}-heading`)?.focus({ preventScroll: true })
}

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
