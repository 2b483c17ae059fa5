import Check from 'lucide-react/icons/check'
import ExternalLink from 'lucide-react/icons/external-link'
import { LinkButton } from '#web/ui/button.tsx'
import { LandingSection } from './landing-section.tsx'

const included = [
  'Every feature on this page',
  'Websites and Meta Shops as channels',
  'Accounts for your team, created by ours',
] as const

/** Dark in both themes, to stand out from the other sections. */
export function PricingSection() {
  return (
    <div data-theme="dark" className="border-y bg-surface text-ink">
      <LandingSection id="pricing" title="One plan, two figures" lead="A monthly price, and one setup at the start.">
        <div className="grid gap-8 rounded-xl border bg-raised p-6 md:grid-cols-[1fr_1fr_1.2fr] md:gap-10 md:p-10">
          <Price amount="$495" unit="per month" />
          <Price amount="$1,500" unit="one-time setup" />
          <div>
            <ul className="grid gap-2.5">
              {included.map((item) => (
                <li key={item} className="flex items-start gap-3">
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
                  {item}
                </li>
              ))}
            </ul>
            <LinkButton
              variant="primary"
              size="large"
              href={providerUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="mt-6 w-full"
            >
              Contact Sales
              <ExternalLink aria-hidden />
              <span className="sr-only">(opens in a new tab)</span>
            </LinkButton>
          </div>
        </div>
      </LandingSection>
    </div>
  )
}

function Price({ amount, unit }: { amount: string; unit: string }) {
  return (
    <p className="flex flex-col justify-center max-md:border-b max-md:pb-6 md:border-r">
      <span className="text-5xl font-semibold tracking-tight">{amount} </span>
      <span className="mt-1 text-lg text-muted">{unit}</span>
    </p>
  )
}

/** Website of the company that operates Lockstep, which answers sales questions and creates accounts. */
export const providerUrl = 'https://www.lockstep.example/'
