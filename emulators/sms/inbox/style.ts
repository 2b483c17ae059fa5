export const threadStyle = `
  .phone { max-width: 440px; margin: 0 auto; padding: 20px; border: 1px solid var(--line); border-radius: 28px; background: var(--ground) }
  .phone h2 { text-align: center; font-size: 16px }
  .thread { display: flex; flex-direction: column-reverse; height: 420px; margin: 16px 0; overflow: auto }
  #texts { display: flex; flex-direction: column; gap: 12px }
  .thread:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 8px }
  .text { display: grid; gap: 2px; max-width: 85%; align-self: flex-start; justify-items: start }
  .text p { padding: 10px 14px; border-radius: 18px 18px 18px 4px; background: var(--sheet); border: 1px solid var(--line);
    color: var(--ink); white-space: pre-wrap; overflow-wrap: anywhere }
  .text.answer { align-self: flex-end; justify-items: end }
  .text.answer p { border-radius: 18px 18px 4px 18px; background: light-dark(#1f5fd0, #2f6fe0); border-color: transparent; color: #fff }
  .notice { text-align: center; font-size: 13px }
  .problem { color: var(--problem) }
  .phone label { display: block; margin-bottom: 8px; font-weight: 600 }
  .phone input { flex: 1; min-width: 0; padding: 0 12px; font-size: 16px }
  .words { display: flex; gap: 8px; margin-top: 8px }
  .words button { flex: 1 }
`
