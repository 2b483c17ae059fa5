import LoaderCircle from 'lucide-react/icons/loader-circle'

type SpinnerProps = { label?: string }

export function Spinner({ label = 'Loading...' }: SpinnerProps) {
  return (
    <output className="flex items-center justify-center gap-2.5 p-6 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />
      {label}
    </output>
  )
}
