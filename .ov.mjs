import { chromium } from 'playwright-core';
import fs from 'fs';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
for (const f of fs.readdirSync('/tmp/html')) {
  const w = f.includes('book')? Math.floor((160-38)/25.4*96) : Math.floor((210-(f.includes('paper')?42:46))/25.4*96);
  const p=await b.newPage({viewport:{width:w,height:900}}); await p.emulateMedia({media:'print'});
  await p.setContent(fs.readFileSync('/tmp/html/'+f,'utf8'));
  const r=await p.evaluate(()=>{const W=innerWidth;const out=[];for(const e of document.querySelectorAll('main *, header *')){const x=e.getBoundingClientRect().right;if(x>W+1&&!['tspan','path','rect','text','g'].includes(e.tagName.toLowerCase()))out.push(e.tagName+' '+Math.round(x-W)+' '+e.textContent.slice(0,50).replace(/\n/g,' '))}return out.filter(t=>/^(TABLE|PRE|DIV|math|CODE|P|LI|svg)/.test(t)).slice(0,6)});
  if(r.length)console.log(f,r); await p.close();
}
await b.close();
