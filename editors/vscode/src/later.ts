/** Calls that come in quick succession with one key are one call. */
export class Later {
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly milliseconds: number) {}

  call(key: string, act: () => void): void {
    clearTimeout(this.waiting.get(key));
    const timer = setTimeout(() => {
      this.waiting.delete(key);
      act();
    }, this.milliseconds);
    this.waiting.set(key, timer);
  }

  dispose(): void {
    this.waiting.forEach((timer) => clearTimeout(timer));
    this.waiting.clear();
  }
}
