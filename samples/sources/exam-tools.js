// Written for a frame without an origin of its own: no storage, no network, nothing outside this page.
const header = document.querySelector('header');
const tools = document.createElement('div');
tools.className = 'tools';
tools.innerHTML = '<button type="button" aria-pressed="false">Hide marks</button><button type="button" aria-pressed="false">Start the clock</button><output aria-label="Time left">3:00:00</output>';
header.after(tools);
const [marks, clock] = tools.querySelectorAll('button');
const shown = tools.querySelector('output');
marks.addEventListener('click', () => {
  const hidden = document.body.classList.toggle('no-marks');
  marks.setAttribute('aria-pressed', String(hidden));
  marks.textContent = hidden ? 'Show marks' : 'Hide marks';
});
let left = 3 * 60 * 60;
let ticking = 0;
clock.addEventListener('click', () => {
  if (ticking !== 0) {
    clearInterval(ticking);
    ticking = 0;
  } else {
    ticking = setInterval(() => {
      left = Math.max(0, left - 1);
      const two = (value) => String(value).padStart(2, '0');
      shown.textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    }, 1000);
  }
  clock.setAttribute('aria-pressed', String(ticking !== 0));
  clock.textContent = ticking === 0 ? 'Go on' : 'Pause';
});
