//! A Slurm of our own on the loopback: a controller and two node daemons in a temporary folder, with a Munge of
//! their own. It needs no rights, no control groups and no service of the machine.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::processes;

/// The nodes, two processors each.
pub const NODES: [&str; 2] = ["node1", "node2"];

/// What comes up has done so by then, also on a busy machine.
const UP: Duration = Duration::from_secs(40);

/// A controller and its nodes. What runs is ended and the folder removed when it is dropped.
pub struct Cluster {
    folder: PathBuf,
    /// Munge, the controller, then the nodes.
    daemons: Vec<Child>,
}

impl Cluster {
    /// Starts one.
    ///
    /// # Errors
    ///
    /// Why there can be none here.
    pub fn start() -> Result<Self, String> {
        let programs = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "sinfo"];
        if let Some(missing) = programs.iter().find(|it| program(it).is_none()) {
            return Err(format!(
                "there is no {missing}; on Debian: apt-get install slurmctld slurmd slurm-client munge"
            ));
        }
        let folder = std::env::temp_dir().join(format!("slotscope-slurm-{}", std::process::id()));
        let mut cluster = Self { folder, daemons: Vec::new() };
        let failed = |why: std::io::Error| why.to_string();
        cluster.write_files().map_err(failed)?;
        let folder = cluster.folder.display();
        let munge = format!(
            "--foreground --num-threads=2 --socket={folder}/munge.sock --key-file={folder}/munge.key \
             --log-file={folder}/munged.log --pid-file={folder}/munged.pid --seed-file={folder}/munge.seed"
        );
        cluster.spawn("munged", &munge).map_err(failed)?;
        cluster.wait("Munge's socket", |it| it.path("munge.sock").exists())?;
        cluster.spawn("slurmctld", "-D -i").map_err(failed)?;
        for node in NODES {
            cluster.spawn("slurmd", &format!("-D -N {node}")).map_err(failed)?;
        }
        cluster.wait("idle nodes", |it| {
            let states = it.told("sinfo", &["-h", "-N", "-o", "%N %T"]);
            NODES.iter().all(|node| states.contains(&format!("{node} idle")))
        })?;
        Ok(cluster)
    }

    /// A file or folder of its own.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A program that knows this cluster.
    pub fn command(&self, name: impl AsRef<Path>) -> Command {
        let name = name.as_ref();
        let found = name.to_str().and_then(program);
        let mut command = Command::new(found.unwrap_or_else(|| name.to_owned()));
        command.env("SLURM_CONF", self.path("slurm.conf")).current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    /// What one of Slurm's programs prints; nothing if it fails, as while the controller is busy.
    pub fn told(&self, name: &str, arguments: &[&str]) -> String {
        let output = self.command(name).args(arguments).output();
        output
            .ok()
            .filter(|it| it.status.success())
            .map_or_else(String::new, |it| String::from_utf8_lossy(&it.stdout).into_owned())
    }

    /// The elements of arrays and other jobs that have not ended, a line each: place in the array and state.
    /// `None` while the controller does not answer.
    pub fn queue(&self) -> Option<Vec<String>> {
        let output = self
            .command("squeue")
            .args(["-h", "-r", "-o", "%K %T %R"])
            .output()
            .ok()
            .filter(|it| it.status.success())?;
        let text = String::from_utf8_lossy(&output.stdout);
        Some(text.lines().map(str::to_owned).collect())
    }

    /// Kills the last node with all that runs on it, as a power failure would: at a moment at which it runs a
    /// job for certain.
    pub fn kill_last_node(&mut self) {
        let until = Instant::now() + UP;
        loop {
            assert!(Instant::now() < until, "nothing was ever run on {}", NODES[1]);
            let Some(script) = self.scripts_of(NODES[1]).into_iter().next() else {
                continue;
            };
            // Nobody can tell the controller how the job ended once the step's daemon is gone.
            let steps = processes::of_session(script, "slurmstepd");
            steps.iter().for_each(|&step| processes::kill(step));
            if !steps.is_empty() && processes::is_alive(script) {
                break;
            }
        }
        if let Some(mut daemon) = self.daemons.pop() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        self.kill_jobs_of(NODES[1]);
    }

    /// Ends what runs on a node whose daemon is gone.
    fn kill_jobs_of(&self, node: &str) {
        for script in self.scripts_of(node) {
            for process in processes::of_session(script, "") {
                processes::kill(process);
            }
        }
    }

    /// The scripts that a node runs: from its spool, and with the environment of this cluster, in a session that its
    /// daemon made for them. Somebody who looks at the spool has its path among the arguments, too; and nobody is the
    /// child of the daemon, which forks twice.
    fn scripts_of(&self, node: &str) -> Vec<processes::Process> {
        let spool = format!("{}/", self.path(&format!("spool-{node}")).display());
        let configuration = format!("SLURM_CONF={}", self.path("slurm.conf").display());
        let mut scripts = processes::with_argument(&spool);
        scripts.retain(|&it| processes::has_variable(it, &configuration) && !processes::is_of_own_session(it));
        scripts
    }

    fn spawn(&mut self, name: &str, arguments: &str) -> std::io::Result<()> {
        let log = std::fs::File::create(self.path(&format!("{name}-{}.out", self.daemons.len())))?;
        let mut command = self.command(name);
        command.args(arguments.split(' ')).stdout(log.try_clone()?).stderr(log);
        self.daemons.push(command.spawn()?);
        Ok(())
    }

    /// Waits for what a daemon does once it is up.
    fn wait(&mut self, what: &str, is_there: impl Fn(&Self) -> bool) -> Result<(), String> {
        let until = Instant::now() + UP;
        while !is_there(self) {
            let ended = self.daemons.iter_mut().any(|it| !matches!(it.try_wait(), Ok(None)));
            if ended || Instant::now() > until {
                return Err(format!("{what} did not come up{}", self.complaints()));
            }
            // Programs of others, which tell nobody when they are up: one has to ask again and again.
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// The last complaint of each daemon.
    fn complaints(&self) -> String {
        const LOGS: [&str; 6] =
            ["munged-0.out", "munged.log", "slurmctld-1.out", "slurmctld.log", "slurmd-2.out", "node1.log"];
        let last = |log: &&str| {
            let text = std::fs::read_to_string(self.path(log)).ok()?;
            let is_complaint = |line: &&str| line.contains("rror") || line.contains("atal");
            text.lines().rfind(is_complaint).map(|it| format!(": {it}"))
        };
        LOGS.iter().filter_map(last).collect()
    }

    fn write_files(&self) -> std::io::Result<()> {
        use std::io::Write;
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        std::fs::create_dir_all(self.path("state"))?;
        for node in NODES {
            std::fs::create_dir_all(self.path(&format!("spool-{node}")))?;
        }
        // Whoever asks Munge must be able to come to its socket.
        std::fs::set_permissions(&self.folder, std::fs::Permissions::from_mode(0o755))?;
        let key = self.path("munge.key");
        let mut bytes = [0_u8; 64];
        std::io::Read::read_exact(&mut std::fs::File::open("/dev/urandom")?, &mut bytes)?;
        // Nobody else may read it at any moment.
        let mut options = std::fs::OpenOptions::new();
        let mut key = options.write(true).create_new(true).mode(0o600).open(key)?;
        key.write_all(&bytes)?;
        std::fs::write(self.path("slurm.conf"), self.configuration()?)
    }

    /// As small as it gets: no control groups, no accounting; a lost node is noticed within seconds, and what it
    /// ran starts again after `cred_expire`.
    fn configuration(&self) -> std::io::Result<String> {
        let ports = free_ports()?;
        let folder = self.folder.display();
        let user = Command::new("id").arg("-un").output()?.stdout;
        let user = String::from_utf8_lossy(&user).trim().to_owned();
        let [first, second] = NODES;
        let [controller, one, two] = ports;
        Ok(format!(
            "ClusterName=loopback\n\
             SlurmctldHost=localhost(127.0.0.1)\n\
             SlurmctldPort={controller}\n\
             SlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/munge\nCredType=cred/munge\n\
             AuthInfo=socket={folder}/munge.sock,cred_expire=5\n\
             StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool-%n\n\
             SlurmctldPidFile={folder}/slurmctld.pid\nSlurmdPidFile={folder}/%n.pid\n\
             SlurmctldLogFile={folder}/slurmctld.log\nSlurmdLogFile={folder}/%n.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             SwitchType=switch/none\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n\
             SchedulerType=sched/builtin\n\
             SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0\n\
             ReturnToService=2\nSlurmdTimeout=5\nKillWait=1\n\
             SlurmdParameters=config_overrides\n\
             NodeName={first} NodeHostName=localhost NodeAddr=127.0.0.1 Port={one} CPUs=2\n\
             NodeName={second} NodeHostName=localhost NodeAddr=127.0.0.1 Port={two} CPUs=2\n\
             PartitionName=all Nodes={first},{second} Default=YES MaxTime=INFINITE State=UP\n"
        ))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        NODES.iter().for_each(|node| self.kill_jobs_of(node));
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A program on PATH, or where Debian has its daemons.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut files =
        std::env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

/// Ports that nobody listens on.
fn free_ports() -> std::io::Result<[u16; 3]> {
    let listen = || TcpListener::bind("127.0.0.1:0");
    let listeners = [listen()?, listen()?, listen()?];
    let mut ports = [0; 3];
    for (port, listener) in ports.iter_mut().zip(&listeners) {
        *port = listener.local_addr()?.port();
    }
    Ok(ports)
}
