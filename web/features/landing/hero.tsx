import ArrowRight from 'lucide-react/icons/arrow-right'
import { signInPath } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { scrollToSection } from './go-to-section.ts'
import { dashboardPicture } from './pictures.ts'
import { ProductPicture } from './product-picture.tsx'
import { featuresId } from './sections.ts'
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
