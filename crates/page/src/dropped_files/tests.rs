use super::*;
use workload::testing::rows;

fn kind(name: &str, bytes: &[u8]) -> Kind {
    let first = |most: usize| bytes[..bytes.len().min(most)].to_vec();
    Kind::of(&Content { name, length: bytes.len(), first: &first })
}

#[test]
fn the_content_tells_what_a_file_is() {
    let long = " A=1".repeat(40);
    for [name, text, expected] in rows(
        r#"a | 1 0 0 60 2 -1 | Workload
        a | garbage | Workload
        a |  | Workload
        a | JobID|Submit|Start | Workload
        a | job,ready,deadline\n1,2,3 | Requests
        a.csv | a,b | Requests
        a | submit,start,end,cpus\n1,2,3,4 | Workload
        a | NodeName=n1 Arch=x CPUTot=4LONG | Nodes
        a | # of a cluster\nClusterName=c\nNodeName=n[1-4] CPUs=8 | Nodes
        a | NodeName=n1 State=UP | Nodes
        a | sn,cpu_milli,memory_mib,gpu,model\nn1,4000,1,0, | Nodes
        a | {"meta": {"x": 1}, "nodes": [{"name": "n1", "cpus": 4}], "warn | Nodes
        a | {"sinfo": [{"nodes": {}, "cpus": {"total": 4}}]} | Nodes
        a | [{"count": 2, "cores": 4}] | Nodes
        a | [{"ClusterId": 2}] | Workload
        a | {"nodes": [{"id": 1}]} | Scenario
        a | {"system": {"cluster": {"nodes": [{"cores": 4}]}}} | Scenario
        a | {"jobs": [{"account": "a", "job_id": 5, "nodes": ""}]} | Workload
        a | {"nb_res": 4, "jobs": [], "profiles": {}} | Workload
        a | {"hand_in": 1, | HandIn
        a | {"x": 1, "hand_in": 1} | HandIn
        a | {"slotscope_project": 1} | Project
        a | {"slotscope_sweep": 1} | Curves
        a | {"lesson": 1} | Lesson
        a | <resources><node><nodeName>n</nodeName></node></resources> | Resources
        a | <resources><node nodeName='a'><Parameters Memory='512'/></node></resources> | Resources
        a | <tasks><task><taskId>1</taskId></task></tasks> | Workload
        a | \u{feff}{} | Scenario"#,
    ) {
        let text = text.replace("\\n", "\n").replace("LONG", &long).replace("\\u{feff}", "\u{feff}");
        assert_eq!(format!("{:?}", kind(&name, text.as_bytes())), expected, "{text}");
    }
}
